package io.twophase.cli.context;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The orderly end of a command when the process is asked to end, by Ctrl-C or SIGTERM: it is asked
 * to stop, has a while to do so, and a line on stderr says where it stopped and which command goes
 * on. The process then ends with the exit code of the signal.
 */
public final class Interruption implements AutoCloseable {

  /** The time that a command may take to end its work. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  /** The time for a command that would leave databases, a folder or processes behind. */
  public static final Duration CLEANING = Duration.ofSeconds(30);

  /** A hundred years: nobody waits longer. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final CommandContext context;
  private final Supplier<String> where;
  private final Duration grace;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "twophase-interruption");

  private Interruption(CommandContext context, Supplier<String> where, Duration grace) {
    this.context = context;
    this.where = where;
    this.grace = grace;
  }

  /**
   * From now on until it is closed.
   *
   * @param where the line: what is certain, and which command goes on
   * @param grace the time that the command may take to end its work; zero for a command that does
   *     not ask whether to stop
   */
  public static Interruption of(CommandContext context, Supplier<String> where, Duration grace) {
    Interruption interruption = new Interruption(context, where, grace);
    try {
      Runtime.getRuntime().addShutdownHook(interruption.hook);
    } catch (IllegalStateException ending) {
      interruption.stop();
    }
    return interruption;
  }

  /** Returns whether the command is asked to stop. */
  public boolean isAsked() {
    return asked.getCount() == 0;
  }

  /** Waits until the command is asked to stop, or for so long; answers whether it is asked. */
  public boolean isAskedWithin(Duration time) {
    try {
      return asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Asks the command to stop, though the process is not asked to end. */
  public void stop() {
    asked.countDown();
  }

  /** Waits until the command is asked to stop. */
  public void await() {
    isAskedWithin(LONGEST);
  }

  /** Ends the command when the process is asked to end. */
  void interrupt() {
    asked.countDown();
    try {
      boolean inOrder = ended.await(grace.toNanos(), TimeUnit.NANOSECONDS);
      context.interrupted(where.get(), inOrder);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has ended by itself, or as it was asked to. */
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // the process is asked to end at this moment: the hook says so
    }
  }
}
