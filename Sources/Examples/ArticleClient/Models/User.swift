/// A user who writes or stocks articles.
package struct User: Codable, Hashable, Identifiable, Sendable {
    /// The number that identifies the user permanently, even if `id` changes.
    package var permanentId: Int
    /// The user name.
    package var id: String
    /// The display name.
    package var name: String?
    /// The location that the user states.
    package var location: String?
    /// The URL of the avatar.
    package var profileImageUrl = ""
    /// The user's account on Twitter.
    package var twitterScreenName: String?
    /// The user's account on Facebook.
    package var facebookId: String?
    /// The user's account on LinkedIn.
    package var linkedinId: String?
    /// The user's account on GitHub.
    package var githubLoginName: String?
    /// The number of articles that the user has published.
    package var itemsCount = 0
    /// The number of users whom this user follows.
    package var followeesCount = 0
    /// The number of users who follow this user.
    package var followersCount = 0
    /// The organization that the user states.
    package var organization: String?
    /// The URL of the website.
    package var websiteUrl: String?
    /// The user's self-description.
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
}
