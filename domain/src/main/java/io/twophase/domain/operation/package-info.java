/** What a transaction does, one document at a time: a sealed family that grows. */
@NullMarked
package io.twophase.domain.operation;

import org.jspecify.annotations.NullMarked;
