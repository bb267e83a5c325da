@NullMarked
package io.twophase.adapter.mongo.setup;

import org.jspecify.annotations.NullMarked;
