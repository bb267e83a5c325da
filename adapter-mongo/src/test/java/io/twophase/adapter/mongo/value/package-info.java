@NullMarked
package io.twophase.adapter.mongo.value;

import org.jspecify.annotations.NullMarked;
