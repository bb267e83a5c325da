/**
 * MongoDB's tutorial "Perform Two Phase Commits" as it was published, faults included: to adopt its
 * collections, to show what goes wrong in it, and to compare with. Not for money.
 */
@NullMarked
package io.twophase.adapter.mongo.tutorial;

import org.jspecify.annotations.NullMarked;
