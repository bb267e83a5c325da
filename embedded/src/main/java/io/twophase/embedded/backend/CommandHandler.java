package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.wire.MongoDatabaseHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Runs one connection's commands on a pool, one after the other, so that a long one keeps no event
 * loop, and no other connection, waiting. While one runs, nothing more is read than what has
 * already come. All but the commands themselves is on the connection's event loop.
 */
final class CommandHandler extends MongoDatabaseHandler {

  private final Executor pool;

  /** The end of the newest command; used on the event loop only. */
  private CompletableFuture<Void> newest = CompletableFuture.completedFuture(null);

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
    if (!newest.isDone()) {
      context.channel().config().setAutoRead(false);
    }
    CompletableFuture<Void> mine = newest.thenRunAsync(() -> run(context, step), pool);
    newest = mine;
    var unused = mine.thenRunAsync(() -> readOn(context), context.executor());
  }

  /** A client that does not read its replies is not read from either. */
  private void readOn(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(newest.isDone() && context.channel().isWritable());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    readOn(context);
    super.channelWritabilityChanged(context);
  }

  private static void run(ChannelHandlerContext context, Step step) {
    try {
      step.run();
    } catch (Throwable fault) {
      context.fireExceptionCaught(fault);
    }
  }
}
