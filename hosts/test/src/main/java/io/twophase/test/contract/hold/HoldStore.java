package io.twophase.test.contract.hold;

import io.twophase.domain.hold.Hold.Home;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;

/**
 * The two ports of one store.
 *
 * @param home where the records are whose holds are asked for
 */
public record HoldStore(Holds holds, Accounts accounts, Home home) {}
