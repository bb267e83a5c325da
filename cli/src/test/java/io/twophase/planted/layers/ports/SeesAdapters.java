package io.twophase.planted.layers.ports;

import io.twophase.planted.layers.adapter.inmemory.SeesDriver;

/** A port speaks of no adapter. */
public interface SeesAdapters {

  SeesDriver seesDriver();
}
