package io.twophase.domain.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;

/**
 * How much memory a piece of work takes: a measure of work that does not depend on how fast the
 * machine is. Work that looks at all of many things for each of them shows by it where each look
 * makes something, if only a text or an iterator.
 */
public final class Allocations {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /**
   * How many times as much work it is for four times as many things. About 4 where it grows with
   * their number, about 16 where it grows with its square.
   *
   * @param work the work for so many things, made ready, to be done on this thread
   */
  public static double growth(int things, IntFunction<Runnable> work) {
    // what is made once, such as classes and their constants, is made before
    work.apply(things).run();
    return (double) bytes(work.apply(4 * things)) / bytes(work.apply(things));
  }

  private static long bytes(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
