/** The storm: engines and recoverers on a bad network, and the ledger that judges them. */
package io.twophase.app.network.storm;
