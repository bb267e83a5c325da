package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.collection.TakenValues;
import io.twophase.adapter.mongo.driver.Writes;
import java.util.function.Supplier;

/**
 * A collection of targets, as its holds see it.
 *
 * @param writes to it
 * @param reads of its targets
 * @param taken finds who has a value of one of its unique indexes
 * @param traits what is known of it; read first, where it is not known
 * @param forget has that read again
 * @param asksSize whether its server compares a document's size
 */
record TargetCollection(
    Writes writes,
    TargetReads reads,
    TakenValues taken,
    Supplier<CollectionTraits> traits,
    Runnable forget,
    boolean asksSize) {}
