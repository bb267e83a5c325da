/** The holds of operations on documents, as they are stored: in documents and in accounts. */
@NullMarked
package io.twophase.adapter.mongo.hold;

import org.jspecify.annotations.NullMarked;
