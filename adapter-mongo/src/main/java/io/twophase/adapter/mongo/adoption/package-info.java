/**
 * Takes over the collections that MongoDB's tutorial "Perform Two Phase Commits" has made, with
 * what its protocol has left in flight.
 */
@NullMarked
package io.twophase.adapter.mongo.adoption;

import org.jspecify.annotations.NullMarked;
