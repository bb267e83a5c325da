/**
 * Plain queries and updates, done in place instead of by the library, where that is measured to
 * pay.
 */
@NullMarked
package io.twophase.embedded.query;

import org.jspecify.annotations.NullMarked;
