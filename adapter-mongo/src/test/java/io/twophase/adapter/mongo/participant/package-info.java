@NullMarked
package io.twophase.adapter.mongo.participant;

import org.jspecify.annotations.NullMarked;
