package io.twophase.adapter.mongo.record;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server that is given, if it passes the trial of its transactions. */
@OnGivenServer
class ExternalServerWholeRecordsTest extends WholeRecordsTest {

  @RegisterExtension static final FreshDatabase GIVEN = Servers.given();

  @Override
  FreshDatabase fresh() {
    return GIVEN;
  }

  @BeforeEach
  void passesTheTrial() {
    assumeTrue(
        whole.records().runsWhole(),
        "the server has no transactions of its own, or does not pass the trial: see the log");
  }
}
