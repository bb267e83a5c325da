package io.twophase.bench.cost;

/**
 * What a server has to do for one transfer, on average.
 *
 * @param roundTrips commands
 * @param majorityWaits commands that are answered after a majority has them
 * @param documentWrites documents inserted, changed or removed
 * @param bytesWritten the sizes of these documents, as they are then
 * @param indexKeys keys that went into indexes beside the one on {@code _id}, or out of them
 * @param predicates predicates beside {@code _id}, times the documents they were applied to
 * @param arrayElements elements of arrays that predicates and pulls went through
 * @param estimatedMicros what the writes cost by estimate, in microseconds of MongoDB 4.0, without
 *     the way of the commands and without the wait for a majority
 */
public record WorkOfTransfer(
    double roundTrips,
    double majorityWaits,
    double documentWrites,
    double bytesWritten,
    double indexKeys,
    double predicates,
    double arrayElements,
    double estimatedMicros) {}
