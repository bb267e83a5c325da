/** Tests of what is next to them in main. */
@NullMarked
package io.twophase.adapter.mongo.document;

import org.jspecify.annotations.NullMarked;
