/** The numbers of decided records, and those who read them, in MongoDB. */
@NullMarked
package io.twophase.adapter.mongo.event;

import org.jspecify.annotations.NullMarked;
