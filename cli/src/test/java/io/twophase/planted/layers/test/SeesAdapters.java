package io.twophase.planted.layers.test;

import io.twophase.planted.layers.adapter.inmemory.SeesDriver;

/** The test kit knows the ports, and no adapter. */
public interface SeesAdapters {

  SeesDriver adapter();
}
