package io.twophase.planted.layers.adapter.mongo;

import io.twophase.planted.layers.adapter.inmemory.SeesDriver;

/** An adapter knows of no other. */
public interface SeesOtherAdapter {

  SeesDriver seesDriver();
}
