package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.wire.MongoDatabaseHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Runs one connection's commands on a pool, one after the other, so that a long one keeps no event
 * loop, and no other connection, waiting. While one runs, nothing more is read than what has
 * already come. All but the commands themselves is on the connection's event loop.
 */
final class CommandHandler extends MongoDatabaseHandler {

  private final Executor pool;
  private final Queue<Step> waiting = new ArrayDeque<>();
  private boolean isBusy;

  /** The library's work on one event. */
  private interface Step {
    void run() throws Exception;
  }

  CommandHandler(MongoBackend backend, ChannelGroup clients, Executor pool) {
    super(backend, clients);
    this.pool = pool;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    enqueue(context, () -> super.channelRead(context, message));
  }

  /** The backend forgets the connection after its last command. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    enqueue(context, () -> super.channelInactive(context));
  }

  private void enqueue(ChannelHandlerContext context, Step step) {
    waiting.add(step);
    if (isBusy) {
      context.channel().config().setAutoRead(false);
    } else {
      runNext(context);
    }
  }

  private void runNext(ChannelHandlerContext context) {
    Step next = waiting.poll();
    isBusy = next != null;
    if (next == null) {
      context.channel().config().setAutoRead(true);
    } else {
      pool.execute(() -> run(context, next));
    }
  }

  private void run(ChannelHandlerContext context, Step step) {
    try {
      step.run();
    } catch (Throwable fault) {
      context.fireExceptionCaught(fault);
    } finally {
      context.executor().execute(() -> runNext(context));
    }
  }
}
