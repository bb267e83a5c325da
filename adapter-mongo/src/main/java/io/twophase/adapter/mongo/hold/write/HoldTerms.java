package io.twophase.adapter.mongo.hold.write;

import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.domain.operation.HoldLimit;

/**
 * What a hold's write depends on beside its operation.
 *
 * @param limit how many holds a document may have at a time
 * @param traits what its collection is like
 * @param asksSize whether the server is to compare the document's size before a change
 */
public record HoldTerms(HoldLimit limit, CollectionTraits traits, boolean asksSize) {}
