/**
 * What a real server charges for: counted by what is sent and by the documents before and after,
 * and estimated in microseconds of MongoDB 4.0.
 */
@NullMarked
package io.twophase.bench.cost;

import org.jspecify.annotations.NullMarked;
