/**
 * The protocol of MongoDB's tutorial "Perform Two Phase Commits" as published, and the adoption of
 * its collections with what that protocol has left in flight.
 */
@NullMarked
package io.twophase.adapter.mongo.adoption;

import org.jspecify.annotations.NullMarked;
