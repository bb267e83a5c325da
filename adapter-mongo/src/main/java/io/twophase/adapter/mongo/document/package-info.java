/** Documents on the wire: names of fields, and values, guards and changes to BSON and back. */
@NullMarked
package io.twophase.adapter.mongo.document;

import org.jspecify.annotations.NullMarked;
