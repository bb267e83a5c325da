@NullMarked
package io.twophase.adapter.mongo.probe;

import org.jspecify.annotations.NullMarked;
