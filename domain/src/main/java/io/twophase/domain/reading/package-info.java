/**
 * Reading documents while transactions are under way: what a document is as decided, and in which
 * order documents and records are read for several to be of one moment. Pure: {@link
 * io.twophase.domain.reading.Reading} says what is to be read next, and reads nothing.
 */
@NullMarked
package io.twophase.domain.reading;

import org.jspecify.annotations.NullMarked;
