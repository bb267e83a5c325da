package io.twophase.app.recovery;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process. */
class InProcessUnreadableEventsTest extends UnreadableEventsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  InProcessUnreadableEventsTest() {
    super(new MongoDamage(FRESH));
  }
}
