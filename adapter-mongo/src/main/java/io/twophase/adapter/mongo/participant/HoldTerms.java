package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.collection.UniqueIndex;
import io.twophase.domain.account.HoldLimit;
import java.util.List;

/**
 * What a hold's write depends on beside its operation.
 *
 * @param limit how many holds a document may have at a time
 * @param unique the unique indexes of its collection
 * @param asksSize whether the server is to compare the document's size before a change
 */
record HoldTerms(HoldLimit limit, List<UniqueIndex> unique, boolean asksSize) {}
