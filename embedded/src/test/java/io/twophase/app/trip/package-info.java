/**
 * The way of a transaction through the library, counted: which classes it enters between the front
 * door and the driver. The library's classes are loaded anew with a note at each entry and exit of
 * a method. See {@link io.twophase.app.trip.Trip}.
 */
@NullMarked
package io.twophase.app.trip;

import org.jspecify.annotations.NullMarked;
