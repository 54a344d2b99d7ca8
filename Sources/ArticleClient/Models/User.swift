/// Someone who writes or stocks articles.
package struct User: Codable, Hashable, Identifiable, Sendable {
    /// The number that never changes, even when `id` does.
    package var permanentId: Int
    /// The name the user signs in with.
    package var id: String
    /// The name the user wants to be called.
    package var name: String?
    /// Where the user says to live.
    package var location: String?
    /// The address of the user's portrait.
    package var profileImageUrl: String
    /// The user's account at Twitter.
    package var twitterScreenName: String?
    /// The user's account at Facebook.
    package var facebookId: String?
    /// The user's account at LinkedIn.
    package var linkedinId: String?
    /// The user's account at GitHub.
    package var githubLoginName: String?
    /// How many articles the user has published.
    package var itemsCount: Int
    /// How many users this user follows.
    package var followeesCount: Int
    /// How many users follow this user.
    package var followersCount: Int
    /// Where the user says to work.
    package var organization: String?
    /// The address of the user's own site.
    package var websiteUrl: String?
    /// What the user says about themselves.
    package var description: String?

    private enum CodingKeys: String, CodingKey {
        case permanentId = "permanent_id"
        case id
        case name
        case location
        case profileImageUrl = "profile_image_url"
        case twitterScreenName = "twitter_screen_name"
        case facebookId = "facebook_id"
        case linkedinId = "linkedin_id"
        case githubLoginName = "github_login_name"
        case itemsCount = "items_count"
        case followeesCount = "followees_count"
        case followersCount = "followers_count"
        case organization
        case websiteUrl = "website_url"
        case description
    }

    /// Creates a user; what the API may leave null is nil unless given.
    package init(
        permanentId: Int,
        id: String,
        name: String? = nil,
        location: String? = nil,
        profileImageUrl: String = "",
        twitterScreenName: String? = nil,
        facebookId: String? = nil,
        linkedinId: String? = nil,
        githubLoginName: String? = nil,
        itemsCount: Int = 0,
        followeesCount: Int = 0,
        followersCount: Int = 0,
        organization: String? = nil,
        websiteUrl: String? = nil,
        description: String? = nil
    ) {
        self.permanentId = permanentId
        self.id = id
        self.name = name
        self.location = location
        self.profileImageUrl = profileImageUrl
        self.twitterScreenName = twitterScreenName
        self.facebookId = facebookId
        self.linkedinId = linkedinId
        self.githubLoginName = githubLoginName
        self.itemsCount = itemsCount
        self.followeesCount = followeesCount
        self.followersCount = followersCount
        self.organization = organization
        self.websiteUrl = websiteUrl
        self.description = description
    }
}
