/** The work of Twophase as meters and observations of Micrometer. */
@NullMarked
package io.twophase.micrometer;

import org.jspecify.annotations.NullMarked;
