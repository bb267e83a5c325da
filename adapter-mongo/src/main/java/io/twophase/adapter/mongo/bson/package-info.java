/** BSON values of any document: as text for messages, and as exact whole numbers. */
@NullMarked
package io.twophase.adapter.mongo.bson;

import org.jspecify.annotations.NullMarked;
