package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ParticipantsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of participants, where all of a call is one command. */
class ClientBulkWriteParticipantsTest extends ParticipantsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
