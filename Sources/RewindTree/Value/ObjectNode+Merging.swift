extension ObjectNode {
    /// Returns the members of this node without the removed ones, and with those of another node added or replaced.
    ///
    /// The keys are shared if they stay the same.
    /// - Complexity: O(n), and O(m log m) for m removed keys.
    func merging(_ changed: ObjectNode, removing removed: [String]) -> ObjectNode {
        if removed.isEmpty, let values = valuesReplaced(by: changed) {
            return ObjectNode(sortedKeys: keys, values: values)
        }
        let gone = ObjectNode(keys: removed, values: removed.map { _ in .null })
        var newKeys: [String] = []
        var newValues: [Tree] = []
        newKeys.reserveCapacity(keys.count + changed.keys.count)
        newValues.reserveCapacity(keys.count + changed.keys.count)
        changed.forEachMember(beside: self) { key, old, new in
            guard let value = new ?? (gone.position(of: key).isPresent ? nil : old) else { return }
            newKeys.append(key)
            newValues.append(value)
        }
        return ObjectNode(sortedKeys: newKeys, values: newValues)
    }

    /// Returns the values, replaced by those of another node. Returns nil if it has members that this one lacks.
    private func valuesReplaced(by changed: ObjectNode) -> [Tree]? {
        var newValues = values
        for (key, value) in zip(changed.keys, changed.values) {
            let position = position(of: key)
            guard position.isPresent else { return nil }
            newValues[position.index] = value
        }
        return newValues
    }
}
