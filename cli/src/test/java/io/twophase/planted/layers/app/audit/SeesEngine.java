package io.twophase.planted.layers.app.audit;

import io.twophase.planted.layers.app.engine.SeesUseCases;

/** The audit shares nothing with what it judges. */
public interface SeesEngine {

  SeesUseCases seesUseCases();
}
