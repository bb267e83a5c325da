package io.twophase.embedded.wire;

import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.HashSet;
import java.util.Set;

/** Leaves out one connection's replies to requests that want none. */
final class UnwantedReplies extends ChannelOutboundHandlerAdapter {

  private final Set<Integer> requests = new HashSet<>();

  void add(int request) {
    requests.add(request);
  }

  @Override
  public void write(ChannelHandlerContext context, Object reply, ChannelPromise promise)
      throws Exception {
    if (reply instanceof MongoMessage message
        && requests.remove(message.getHeader().getResponseTo())) {
      promise.setSuccess();
    } else {
      super.write(context, reply, promise);
    }
  }
}
