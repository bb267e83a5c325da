/** What is on the wire: the documents' fields, and how they are written and read. */
@NullMarked
package io.twophase.adapter.mongo.document;

import org.jspecify.annotations.NullMarked;
