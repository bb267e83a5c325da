package io.twophase.planted.layers.app.engine;

import java.util.concurrent.ExecutorService;

/** The engine runs where it is called. */
public interface SeesExecutors {

  ExecutorService executorService();
}
