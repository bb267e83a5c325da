/**
 * A batch: one transaction of many transfers. What its holds ask for, which of its transfers
 * happen, and what a settle of it moves, as functions.
 */
@NullMarked
package io.twophase.domain.batch;

import org.jspecify.annotations.NullMarked;
