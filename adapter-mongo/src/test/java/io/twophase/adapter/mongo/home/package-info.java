@NullMarked
package io.twophase.adapter.mongo.home;

import org.jspecify.annotations.NullMarked;
