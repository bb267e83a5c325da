package io.twophase.planted.layers.app.transfer;

import io.twophase.planted.layers.adapter.inmemory.SeesDriver;

/** A use case knows of no adapter. */
public interface SeesAdapters {

  SeesDriver seesDriver();
}
