package io.twophase.embedded.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes a connection on which nothing has come or gone for too long. */
final class IdleConnections extends IdleStateHandler {

  IdleConnections(Duration limit) {
    super(0, 0, limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    WireServer.close(context);
  }
}
