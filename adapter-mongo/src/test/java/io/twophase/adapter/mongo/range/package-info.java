/** What is stored of ranges, what their writes ask, and who else meets them. */
@NullMarked
package io.twophase.adapter.mongo.range;

import org.jspecify.annotations.NullMarked;
