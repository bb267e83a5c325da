/** Reading documents as decided, beside transactions that are under way. */
@NullMarked
package io.twophase.app.reading;

import org.jspecify.annotations.NullMarked;
