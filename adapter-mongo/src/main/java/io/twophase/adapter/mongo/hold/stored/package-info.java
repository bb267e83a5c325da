/** Targets and what records hold of them, as they are stored: read with distrust. */
@NullMarked
package io.twophase.adapter.mongo.hold.stored;

import org.jspecify.annotations.NullMarked;
