package io.twophase.app.runtime;

import java.util.concurrent.ThreadFactory;

/**
 * Makes daemon threads, which keep no process from ending.
 *
 * @param name of each thread
 */
public record DaemonThread(String name) implements ThreadFactory {

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
