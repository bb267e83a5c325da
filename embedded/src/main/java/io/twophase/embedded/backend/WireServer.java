package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.wire.MongoExceptionHandler;
import de.bwaldvogel.mongo.wire.MongoWireMessageEncoder;
import de.bwaldvogel.mongo.wire.MongoWireReplyEncoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundInvoker;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on the given address, and gives the messages of MongoDB's wire protocol to a backend. The
 * library has a server too, which sets its clients no limits.
 */
public final class WireServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);

  private static final int BACKLOG = 100;
  private static final int CLOSING_SECONDS = 5;

  /** The number of connections that may run long commands before the others wait. */
  private static final int COMMANDS_AT_ONCE = 32;

  private final MongoBackend backend;
  private final Limits limits;
  private final EventLoopGroup acceptor = threads("twophase-accept", 1);
  private final EventLoopGroup workers = threads("twophase-wire", 0);

  /** Starts a thread only if none is idle. */
  private final ForkJoinPool commands =
      new ForkJoinPool(COMMANDS_AT_ONCE, WireServer::commandThread, null, true);

  private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicLong unfinishedBytes = new AtomicLong();
  private final Channel listener;

  /**
   * Listens from now on. The backend is closed with the server, and at once if it cannot listen:
   * then netty throws what the system said, also checked exceptions that it does not declare.
   */
  public WireServer(MongoBackend backend, InetSocketAddress address, Limits limits) {
    this.backend = backend;
    this.limits = limits;
    try {
      this.listener =
          new ServerBootstrap()
              .group(acceptor, workers)
              .channel(NioServerSocketChannel.class)
              .option(ChannelOption.SO_BACKLOG, BACKLOG)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childHandler(new Initializer())
              .bind(address)
              .syncUninterruptibly()
              .channel();
    } catch (Throwable e) {
      // netty also throws checked exceptions that it does not declare
      end();
      throw e;
    }
  }

  /** As many threads as netty thinks right for this machine, where the number is 0. */
  private static EventLoopGroup threads(String name, int number) {
    return new MultiThreadIoEventLoopGroup(
        number, new DefaultThreadFactory(name), NioIoHandler.newFactory());
  }

  private static ForkJoinWorkerThread commandThread(ForkJoinPool pool) {
    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    thread.setName("twophase-command-" + thread.getPoolIndex());
    return thread;
  }

  /** Leaves a command out once the server closes: nobody would have its answer. */
  private void execute(Runnable command) {
    try {
      commands.execute(command);
    } catch (RejectedExecutionException closed) {
      LOG.debug("left out a command of a closed connection", closed);
    }
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /**
   * Takes no more connections, lets the commands that run come to their end, closes the connections
   * behind their answers, and then the backend. Closing again does nothing.
   */
  @Override
  public synchronized void close() {
    if (workers.isShuttingDown()) {
      return;
    }
    listener.close().syncUninterruptibly();
    awaitCommands();
    clients.close().syncUninterruptibly();
    end();
  }

  private void end() {
    commands.shutdown();
    Future<?> accepting = acceptor.shutdownGracefully(0, CLOSING_SECONDS, TimeUnit.SECONDS);
    Future<?> working = workers.shutdownGracefully(0, CLOSING_SECONDS, TimeUnit.SECONDS);
    accepting.syncUninterruptibly();
    working.syncUninterruptibly();
    backend.close();
  }

  /** Waits whatever interrupts, and does not run commands itself, as a wait for quiet would. */
  private void awaitCommands() {
    commands.shutdown();
    boolean isInterrupted = false;
    while (!commands.isTerminated()) {
      try {
        boolean unused = commands.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException later) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes one client's connection, when it may be. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  static void close(ChannelOutboundInvoker connection) {
    connection.close();
  }

  private final class Initializer extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      // it leaves them by itself when it is closed
      clients.add(channel);
      if (clients.size() > limits.connections()) {
        LOG.warn(
            "refused the connection of {}: {} are open",
            channel.remoteAddress(),
            limits.connections());
        WireServer.close(channel);
        return;
      }
      WireDecoder.Unwanted unwanted = new WireDecoder.Unwanted();
      channel
          .pipeline()
          .addLast(
              new IdleStateHandler(0, 0, limits.idle().toMillis(), TimeUnit.MILLISECONDS) {
                @Override
                protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
                  WireServer.close(context);
                }
              })
          .addLast(new MongoWireReplyEncoder())
          .addLast(new MongoWireMessageEncoder())
          .addLast(unwanted)
          .addLast(new WireDecoder(limits, unfinishedBytes, unwanted))
          .addLast(new CommandHandler(backend, clients, WireServer.this::execute))
          .addLast(new MongoExceptionHandler());
    }
  }

  /**
   * The limits of what clients may ask of the server's memory and of its patience.
   *
   * @param connections how many there may be at a time; one more is closed at once
   * @param idle a connection on which nothing comes and goes for so long is closed
   * @param message a message whose first byte is there must be complete after so long
   * @param unfinishedBytes how much of messages that are not complete may be held, of all
   *     connections together
   */
  public record Limits(int connections, Duration idle, Duration message, long unfinishedBytes) {

    /** A quarter of the heap goes to half-read messages at most, and to one at least. */
    public static Limits usual() {
      return new Limits(
          1_000,
          Duration.ofMinutes(30),
          Duration.ofMinutes(1),
          Math.max(Runtime.getRuntime().maxMemory() / 4, WireDecoder.MAX_MESSAGE_SIZE_BYTES));
    }
  }
}
