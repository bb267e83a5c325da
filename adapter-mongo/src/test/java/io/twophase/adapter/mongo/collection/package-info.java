@NullMarked
package io.twophase.adapter.mongo.collection;

import org.jspecify.annotations.NullMarked;
